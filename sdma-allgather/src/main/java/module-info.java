/** The fast path: gathers whose bytes are moved by copy engines. */
module io.zerogather.sdma {
    requires io.zerogather.routing;
    requires io.zerogather.jni;
    requires org.slf4j;
    requires static transitive org.jspecify;
}
