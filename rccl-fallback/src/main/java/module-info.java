/** The fallback: gathers that a collective library serves. */
module io.zerogather.rccl {
    requires io.zerogather.routing;
    requires io.zerogather.jni;
    requires org.slf4j;
    requires static transitive org.jspecify;
}
