package io.zerogather.agreement;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.zerogather.HostIdentity;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads what {@link Encoder} wrote; anything else is refused with the reason. */
final class Decoder {
    private static final int MOST_ELEMENTS = 1 << 16;

    private final ByteBuffer bytes;

    private Decoder(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    /**
     * Reads one record, which must fill the bytes.
     *
     * @param bytes what a rank published
     * @param magic what kind of record it must be
     * @param version which version of it
     * @param body reads the fields
     * @return the record
     * @throws UnreadableException if it is anything else
     */
    static <T> T read(byte[] bytes, int magic, int version, Function<Decoder, T> body) throws UnreadableException {
        Decoder decoder = new Decoder(bytes);
        try {
            if (decoder.number() != magic) {
                throw new UnreadableException("these " + bytes.length + " bytes are no such record");
            }
            long found = decoder.number();
            if (found != version) {
                throw new UnreadableException("it has format " + found + ", this rank reads format " + version);
            }
            T result = body.apply(decoder);
            if (decoder.bytes.hasRemaining()) {
                throw new UnreadableException(decoder.bytes.remaining() + " bytes are left over");
            }
            return result;
        } catch (BufferUnderflowException e) {
            throw new UnreadableException("it ends after " + bytes.length + " bytes, too early");
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new UnreadableException(String.valueOf(e.getMessage()));
        }
    }

    long number() {
        return bytes.getLong();
    }

    int integer() {
        return Math.toIntExact(number());
    }

    boolean flag() {
        long value = number();
        if (value != 0 && value != 1) {
            throw new IllegalArgumentException("a flag of value " + value);
        }
        return value == 1;
    }

    String text() {
        int length = count(Encoder.MOST_TEXT_BYTES);
        if (length > bytes.remaining()) {
            throw new BufferUnderflowException();
        }
        ByteBuffer utf8 = bytes.slice(bytes.position(), length);
        bytes.position(bytes.position() + length);
        try {
            return UTF_8.newDecoder().decode(utf8).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("a text that is not UTF-8", e);
        }
    }

    <T> List<T> list(Function<Decoder, T> element) {
        int size = count(MOST_ELEMENTS);
        List<T> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            values.add(element.apply(this));
        }
        return values;
    }

    HostIdentity host() {
        return new HostIdentity(text(), text(), text(), text());
    }

    private int count(int most) {
        long value = number();
        if (value < 0 || value > most) {
            throw new IllegalArgumentException("a length of " + value);
        }
        return (int) value;
    }

    /** The bytes are not the record that was looked for. */
    static final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnreadableException(String message) {
            super(message);
        }
    }
}
