package dev.cif.embedded;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Runs a test of a boolean argument with true, and in the nightly run with false as well. */
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(YesSource.Values.class)
@interface YesSource {

  /** Arguments of a run by day, and of one with {@code -Pnightly}. */
  final class Values implements ArgumentsProvider {
    @Override
    public Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      return Boolean.getBoolean("cif.nightly")
          ? Stream.of(Arguments.of(true), Arguments.of(false))
          : Stream.of(Arguments.of(true));
    }
  }
}
