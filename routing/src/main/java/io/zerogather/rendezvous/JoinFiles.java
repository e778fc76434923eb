package io.zerogather.rendezvous;

/**
 * Names of the files by which ranks find rank 0 in a job's folder: an empty {@code join-NONCE} asks, {@code
 * answer-NONCE-RUN} answers with what a {@link RunTerms} holds.
 */
final class JoinFiles {

    static final String REQUEST_PREFIX = "join-";
    static final String RUN_PREFIX = "run-";

    private JoinFiles() {}

    static String request(String nonce) {
        return REQUEST_PREFIX + nonce;
    }

    /** What the names of all answers to a request begin with; the run's name follows. */
    static String answerPrefix(String request) {
        return "answer-" + request.substring(REQUEST_PREFIX.length()) + "-";
    }
}
