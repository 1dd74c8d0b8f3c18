package dev.cif.embedded;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a test on Tez, and in the nightly run on MapReduce as well. If the test takes a second
 * argument, it says whether rows are processed in batches: they are, and nightly they are not, too.
 */
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(EngineSource.Engines.class)
@interface EngineSource {

  /** Arguments of a run by day, and of one with {@code -Pnightly}. */
  final class Engines implements ArgumentsProvider {
    @Override
    public Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      boolean nightly = Boolean.getBoolean("cif.nightly");
      List<Engine> engines = nightly ? List.of(Engine.values()) : List.of(Engine.TEZ);
      if (parameters.getAll().size() == 1) {
        return engines.stream().map(Arguments::of);
      }
      List<Boolean> modes = nightly ? List.of(true, false) : List.of(true);
      return engines.stream()
          .flatMap(engine -> modes.stream().map(mode -> Arguments.of(engine, mode)));
    }
  }
}
