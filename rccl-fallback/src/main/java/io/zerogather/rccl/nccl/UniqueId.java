package io.zerogather.rccl.nccl;

import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;

/**
 * What all ranks of a communicator must hold to find each other: {@value #BYTES} opaque bytes, zeroes among them. Public
 * because JNA reads its field.
 */
@FieldOrder("bytes")
public class UniqueId extends Structure {
    static final int BYTES = 128;

    /** The bytes. */
    public byte[] bytes = new byte[BYTES];

    /** An empty one, to be written. */
    public UniqueId() {}

    /** The form in which it is handed to a communicator: the bytes themselves, and not their address. */
    public static final class ByValue extends UniqueId implements Structure.ByValue {
        /** An empty one; JNA makes such. */
        public ByValue() {}

        ByValue(byte[] bytes) {
            this.bytes = bytes.clone();
        }
    }
}
