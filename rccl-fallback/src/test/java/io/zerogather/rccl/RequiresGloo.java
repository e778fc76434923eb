package io.zerogather.rccl;

import io.zerogather.spi.Availability;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips the tests, with the reason, where Gloo is not installed. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresGloo.Condition.class)
@interface RequiresGloo {
    /** Asks as the provider does. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            Availability gloo = GlooLibrary.availability();
            return gloo.available()
                    ? ConditionEvaluationResult.enabled("Gloo is there")
                    : ConditionEvaluationResult.disabled(gloo.reason());
        }
    }
}
