package loomwatch.results;

import java.util.List;

/**
 * The machine, as far as it may move numbers. All of it goes into the {@link Fingerprint}.
 *
 * @param governor of the first core's frequency, or {@code none} where there is no control
 * @param turbo {@code on}, {@code off} or {@code unknown}
 * @param smt {@code on}, {@code off} or {@code unknown}
 * @param idleStates whether CPUs with nothing to do went to sleep while measured: {@code on},
 *     {@code off} or {@code unknown}
 * @param generatorCores the CPUs given to the load generator; the same as the server's where the
 *     host has but one
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
