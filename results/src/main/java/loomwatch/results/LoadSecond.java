package loomwatch.results;

/**
 * One second of a load run, by intended start.
 *
 * @param second from 0
 * @param offered requests due in it
 * @param completed of these, how many were answered with 2xx
 * @param errors of these, how many failed
 * @param p50Nanos median latency from the intended start; 0 when nothing completed
 * @param maxNanos longest latency from the intended start; 0 when nothing completed
 */
public record LoadSecond(
    int second, long offered, long completed, long errors, long p50Nanos, long maxNanos) {}
