package io.zerogather.harness.doctor;

import io.zerogather.HostIdentity;
import io.zerogather.harness.report.BuildFacts;
import io.zerogather.harness.report.MachineFacts;
import java.util.List;
import java.util.Map;

/** This program, and the machine and job that it runs in. */
final class HostSection {
    private static final long MIB = 1 << 20;
    private static final List<String> JOB = List.of(
            "RANK",
            "WORLD_SIZE",
            "LOCAL_RANK",
            "LOCAL_WORLD_SIZE",
            "MASTER_ADDR",
            "MASTER_PORT",
            "TORCHELASTIC_USE_AGENT_STORE");

    private HostSection() {}

    static Section of(Map<String, String> environment) {
        BuildFacts build = BuildFacts.current();
        MachineFacts machine = MachineFacts.current();
        HostIdentity host = HostIdentity.current();
        Section section = new Section("process", "This process")
                .add("zerogather", build.version() + " (" + build.commit() + ")")
                .add("java", build.java())
                .add("system", machine.system())
                .add("processor", machine.processor() + ", " + machine.cores() + " cores usable")
                .add("memory", machine.memoryBytes() / MIB + " MiB")
                .add("boot id", host.bootId())
                .add("namespaces", "process " + host.processNamespace() + ", user " + host.userNamespace());
        for (String name : JOB) {
            section.add(name, Section.shown(environment.getOrDefault(name, "not set")));
        }
        return section;
    }
}
