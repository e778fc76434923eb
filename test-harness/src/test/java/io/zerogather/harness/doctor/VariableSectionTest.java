package io.zerogather.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariableSectionTest {
    @ParameterizedTest
    @CsvSource({
        "NCCL_P2P_DISABLE, 1, true",
        "NCCL_P2P_DISABLE, 0x2, true",
        "NCCL_P2P_DISABLE, 0, false",
        "NCCL_P2P_DISABLE, perhaps, false",
        "NCCL_SHM_DISABLE, 1, true",
        "NCCL_CUMEM_ENABLE, 0, true",
        "NCCL_CUMEM_ENABLE, -2, false",
        "NCCL_COMM_BLOCKING, 0, true",
        "NCCL_CONF_FILE, /some/file, true",
        "NCCL_LAUNCH_ORDER_IMPLICIT, 1, true",
        "NCCL_LAUNCH_ORDER_IMPLICIT, 0, false",
        "NCCL_NVLS_ENABLE, 0, true",
        "NCCL_NVLS_ENABLE, 2, false",
        "NCCL_ALGO, Ring, true",
        "NCCL_CHECK_MODE, DEBUG_GLOBAL, true",
        "NCCL_CHECK_MODE, DEFAULT, false",
        "HSA_ENABLE_SDMA, 0, true",
        "HSA_ENABLE_SDMA, 1, false",
        "CUDA_VISIBLE_DEVICES, 1, true",
        "CUDA_DEVICE_MAX_CONNECTIONS, 1, true",
        "CUDA_DEVICE_MAX_CONNECTIONS, 32, false",
        "GPU_MAX_HW_QUEUES, 2, true",
        "GPU_MAX_HW_QUEUES, 4, false",
        "RCCL_CE_SOMETHING, 1, false",
        "NCCL_DEBUG, WARN, false"
    })
    void warnsByValue(String name, String value, boolean warning) {
        Section section = VariableSection.of(Map.of(name, value), List.of());

        assertThat(section.lines()).singleElement().satisfies(line -> {
            assertThat(line.topic()).isEqualTo(name);
            assertThat(line.value()).startsWith(value + "  (");
            assertThat(line.warning()).isEqualTo(warning);
        });
    }

    @Test
    void saysNothingOfOtherVariables() {
        assertThat(VariableSection.of(Map.of("PATH", "/bin", "NCCL", "1"), List.of())
                        .lines())
                .extracting(Section.Line::topic)
                .containsExactly("variables");
    }

    @Test
    void knowsEachVariableOnceAndWhyItWarns() {
        assertThat(LibraryVariables.KNOWN).extracting(LibraryVariable::name).doesNotHaveDuplicates();
        assertThat(LibraryVariables.KNOWN).allSatisfy(known -> {
            assertThat(known.meaning()).isNotBlank();
            assertThat(known.warning().isEmpty()).isEqualTo(known.worry() == Worry.NEVER);
        });
    }

    @Test
    void warnsOfConfigurationFiles(@TempDir Path folder) throws IOException {
        Path present = Files.createFile(folder.resolve("nccl.conf"));

        Section section = VariableSection.of(Map.of(), List.of(present, folder.resolve("rccl.conf")));

        assertThat(section.lines()).singleElement().satisfies(line -> {
            assertThat(line.topic()).isEqualTo(present.toString());
            assertThat(line.warning()).isTrue();
        });
    }
}
