/** One rank of a job: how it finds the others, opens routers, and settles verdicts without the path under test. */
@NullMarked
package io.zerogather.harness.rank;

import org.jspecify.annotations.NullMarked;
