package dev.cif.embedded;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a test on Tez, and in the nightly run on MapReduce as well. If the test takes a second
 * argument, it says whether rows are processed in batches: they are, and they are not.
 */
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(EngineSource.Engines.class)
@interface EngineSource {

  /** As {@code -Pnightly} says. */
  final class Engines implements ArgumentsProvider {
    @Override
    public Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      boolean modes = parameters.getAll().size() == 2;
      return engines()
          .flatMap(
              engine ->
                  modes
                      ? Stream.of(Arguments.of(engine, true), Arguments.of(engine, false))
                      : Stream.of(Arguments.of(engine)));
    }

    private static Stream<Engine> engines() {
      return Boolean.getBoolean("cif.nightly") ? Stream.of(Engine.values()) : Stream.of(Engine.TEZ);
    }
  }
}
