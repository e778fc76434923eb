package io.zerogather.agreement;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.zerogather.HostIdentity;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiConsumer;

/** Writes the fields of a record one after the other; {@link Decoder} reads them in the same order. */
final class Encoder {
    /** Longer texts are cut: they are for people. */
    static final int MOST_TEXT_BYTES = 4096;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Encoder format(int magic, int version) {
        return number(magic).number(version);
    }

    Encoder number(long value) {
        bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
        return this;
    }

    Encoder flag(boolean value) {
        return number(value ? 1 : 0);
    }

    Encoder text(String value) {
        byte[] utf8 = value.getBytes(UTF_8);
        int length = utf8.length;
        if (length > MOST_TEXT_BYTES) {
            length = MOST_TEXT_BYTES;
            while ((utf8[length] & 0xC0) == 0x80) {
                length--; // never cut inside a character
            }
        }
        number(length);
        bytes.write(utf8, 0, length);
        return this;
    }

    <T> Encoder list(List<T> values, BiConsumer<Encoder, T> element) {
        number(values.size());
        values.forEach(value -> element.accept(this, value));
        return this;
    }

    Encoder host(HostIdentity host) {
        return text(host.bootId())
                .text(host.processNamespace())
                .text(host.userNamespace())
                .text(host.user());
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
