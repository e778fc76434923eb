package io.zerogather.rccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BindAddressTest {
    private static final String INTERFACE = "GLOO_SOCKET_IFNAME";
    private static final String MASTER = "MASTER_ADDR";

    @Test
    void oneHostUsesLoopback() {
        assertThat(BindAddress.of(true, Map.of(INTERFACE, "eth0", MASTER, "example")))
                .isEqualTo(new BindAddress("127.0.0.1", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"eth0", " eth0 ", "eth0,eth1", "eth0 , eth1"})
    void severalHostsUseTheInterfaceThatTheUserNames(String value) {
        assertThat(BindAddress.of(false, Map.of(INTERFACE, value, MASTER, "127.0.0.1")))
                .isEqualTo(new BindAddress("", "eth0"));
    }

    @Test
    void severalHostsUseTheAddressThatReachesTheMaster() throws Exception {
        List<String> own = OwnAddresses.reachable();
        Assumptions.assumeFalse(own.isEmpty(), "this machine has no address but loopback");
        for (String master : own) {
            assertThat(BindAddress.of(false, Map.of(MASTER, master))).isEqualTo(new BindAddress(master, ""));
        }
    }

    @Test
    void aMasterOnLoopbackCannotBeReachedByOtherHosts() {
        assertThatThrownBy(() -> BindAddress.of(false, Map.of(MASTER, "127.0.0.1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("127.0.0.1")
                .hasMessageContaining(INTERFACE);
    }

    @Test
    void noMasterAndNoInterfaceIsRefused() {
        assertThatThrownBy(() -> BindAddress.of(false, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(INTERFACE)
                .hasMessageContaining(MASTER);
    }

    @Test
    void aMasterThatIsNoNameIsRefused() {
        assertThatThrownBy(() -> BindAddress.of(false, Map.of(MASTER, "not a name")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a name");
    }
}
