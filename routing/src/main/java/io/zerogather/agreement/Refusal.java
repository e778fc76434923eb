package io.zerogather.agreement;

import io.zerogather.Reason;

/**
 * Why the fast path is not the plan.
 *
 * @param reason one of the known reasons
 * @param detail the same in words: which rank, and why
 */
record Refusal(Reason reason, String detail) {}
