package loomwatch.results;

import java.util.List;

/**
 * The properties of the machine that may affect numbers. All are part of the {@link Fingerprint}.
 *
 * @param governor of the CPU frequency, or {@code none} without frequency control
 * @param turbo {@code on}, {@code off} or {@code unknown}
 * @param smt {@code on}, {@code off} or {@code unknown}
 * @param idleStates whether idle CPUs slept during the measurement: {@code on}, {@code off} or
 *     {@code unknown}
 * @param generatorCores CPUs of the load generator; the server's if the host has only one
 */
public record Host(
    String cpuModel,
    int cores,
    long memoryBytes,
    String kernel,
    String governor,
    String turbo,
    String smt,
    String idleStates,
    List<Integer> serverCores,
    List<Integer> generatorCores) {

  private static final List<String> SWITCH = List.of("on", "off", "unknown");

  public Host {
    Require.text("cpuModel", cpuModel);
    Require.atLeast("cores", 1, cores);
    Require.atLeast("memoryBytes", 1, memoryBytes);
    Require.text("kernel", kernel);
    Require.text("governor", governor);
    Require.oneOf("turbo", SWITCH, turbo);
    Require.oneOf("smt", SWITCH, smt);
    Require.oneOf("idleStates", SWITCH, idleStates);
    Require.eachAtLeast("serverCores", 0, serverCores);
    Require.eachAtLeast("generatorCores", 0, generatorCores);
    serverCores = List.copyOf(serverCores);
    generatorCores = List.copyOf(generatorCores);
  }
}
