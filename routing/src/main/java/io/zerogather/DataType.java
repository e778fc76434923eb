package io.zerogather;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Element type of a gather. A gather moves bytes, so only the size matters to the transport; the type itself is part of
 * the meeting, where ranks that disagree about it are refused.
 *
 * <p>The standard types are the ones that the reference sends to the copy engines. The others take the fast path only
 * where {@code DS_SDMA_ALLGATHER_EXTENDED_DTYPES} is set on every rank.
 */
public enum DataType {
    /** 8-bit signed integer. */
    INT8("int8", 0, 1, true),
    /** 8-bit unsigned integer. */
    UINT8("uint8", 1, 1, true),
    /** 16-bit signed integer. */
    INT16("int16", 2, 2, true),
    /** 16-bit unsigned integer. */
    UINT16("uint16", 3, 2, false),
    /** 32-bit signed integer. */
    INT32("int32", 4, 4, true),
    /** 32-bit unsigned integer. */
    UINT32("uint32", 5, 4, false),
    /** 64-bit signed integer. */
    INT64("int64", 6, 8, true),
    /** 64-bit unsigned integer. */
    UINT64("uint64", 7, 8, false),
    /** IEEE half precision. */
    FLOAT16("float16", 8, 2, true),
    /** Brain floating point, 16 bits. */
    BFLOAT16("bfloat16", 9, 2, true),
    /** IEEE single precision. */
    FLOAT32("float32", 10, 4, true),
    /** IEEE double precision. */
    FLOAT64("float64", 11, 8, true),
    /** Truth value in one byte. */
    BOOL("bool", 12, 1, false),
    /** 8-bit floating point, 4 exponent bits, finite. */
    FLOAT8_E4M3FN("float8_e4m3fn", 13, 1, false),
    /** 8-bit floating point, 5 exponent bits. */
    FLOAT8_E5M2("float8_e5m2", 14, 1, false),
    /** 8-bit floating point, 4 exponent bits, no negative zero. */
    FLOAT8_E4M3FNUZ("float8_e4m3fnuz", 15, 1, false),
    /** 8-bit floating point, 5 exponent bits, no negative zero. */
    FLOAT8_E5M2FNUZ("float8_e5m2fnuz", 16, 1, false);

    private static final List<DataType> ALL = List.of(values());

    private final String torchName;
    private final int code;
    private final int bytes;
    private final boolean standard;

    DataType(String torchName, int code, int bytes, boolean standard) {
        this.torchName = torchName;
        this.code = code;
        this.bytes = bytes;
        this.standard = standard;
    }

    /**
     * The name that torch uses, without {@code torch.}.
     *
     * @return for example {@code bfloat16}
     */
    public String torchName() {
        return torchName;
    }

    /**
     * The number under which posts carry this type; 0 to 11 are the reference library's enum values.
     *
     * @return 0 to 16
     */
    public int code() {
        return code;
    }

    /**
     * Size of one element.
     *
     * @return bytes, 1 to 8
     */
    public int bytes() {
        return bytes;
    }

    /**
     * Whether the reference sends this type to the copy engines.
     *
     * @return true for the nine standard types
     */
    public boolean isStandard() {
        return standard;
    }

    /**
     * Looks a type up by torch's name, with or without the prefix {@code torch.}.
     *
     * @param name for example {@code bfloat16} or {@code torch.bfloat16}
     * @return the type, or empty if there is none of that name
     */
    public static Optional<DataType> ofTorchName(String name) {
        String bare = name.startsWith("torch.") ? name.substring("torch.".length()) : name;
        return stream().filter(type -> type.torchName.equals(bare)).findFirst();
    }

    /**
     * Looks a type up by its number in a post.
     *
     * @param code a number as {@link #code()} gives it
     * @return the type, or empty if there is none of that number
     */
    public static Optional<DataType> ofCode(int code) {
        return stream().filter(type -> type.code == code).findFirst();
    }

    private static Stream<DataType> stream() {
        return ALL.stream();
    }
}
