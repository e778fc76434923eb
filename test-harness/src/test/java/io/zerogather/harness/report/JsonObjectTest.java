package io.zerogather.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonObjectTest {
    @Test
    void writesFieldsInOrder() {
        JsonObject object = new JsonObject()
                .put("text", "a")
                .put("count", 1L << 40)
                .put("rate", 0.5)
                .put("right", true)
                .put("words", List.of("x", "y"))
                .putNumbers("times", List.of(1.0, 2.5));

        assertThat(object)
                .hasToString("{\"text\":\"a\",\"count\":1099511627776,\"rate\":0.5,\"right\":true,"
                        + "\"words\":[\"x\",\"y\"],\"times\":[1.0,2.5]}");
    }

    @Test
    void escapesWhatJsonForbids() {
        assertThat(new JsonObject().put("a\"b", "c\\d\n\té")).hasToString("{\"a\\\"b\":\"c\\\\d\\u000a\\u0009é\"}");
    }

    @Test
    void hasNoNumberForWhatIsNone() {
        assertThat(new JsonObject().put("x", Double.NaN).putNumbers("y", List.of(Double.POSITIVE_INFINITY)))
                .hasToString("{\"x\":null,\"y\":[null]}");
    }

    @Test
    void mayBeEmpty() {
        assertThat(new JsonObject()).hasToString("{}");
    }
}
