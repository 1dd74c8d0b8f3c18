package dev.cif.format.floors;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.TreeSet;

/**
 * Rules on the packages of a module's main code. Packages are floors: each uses those on floors
 * below it only. No package is in a circle with others, and no module uses packages called {@code
 * internal} of another one. Classes that a module has in packages of others are not looked at.
 */
public final class Floors {
  private final String root;
  private final List<String> floors;

  /**
   * Creates the rules of a module.
   *
   * @param root name of the module's package
   * @param floors packages below the root, from the highest floor to the lowest, each with the
   *     packages below it unless these are floors of their own; the empty name is the root itself
   */
  public Floors(String root, String... floors) {
    this.root = root;
    this.floors = List.of(floors);
  }

  /**
   * Checks the main code of a module.
   *
   * @param member class of the module
   * @throws AssertionError if a rule is broken; it names each class that does
   */
  public void check(Class<?> member) {
    // Classes of others matter by their names only.
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    JavaClasses classes =
        new ClassFileImporter()
            .importUrl(member.getProtectionDomain().getCodeSource().getLocation());
    slices()
        .matching(root + ".(**)")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(classes);
    TreeSet<String> faults = new TreeSet<>();
    for (JavaClass from : classes) {
      if (!isBelowRoot(from) || from.getSimpleName().equals("package-info")) {
        continue;
      }
      if (floor(from) < 0) {
        faults.add(from.getPackageName() + " is on no floor");
      }
      for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
        JavaClass to = dependency.getTargetClass().getBaseComponentType();
        boolean isOwn = isBelowRoot(to) && classes.contain(to.getName());
        if (isOwn ? floor(to) < floor(from) : isInternal(to)) {
          faults.add(from.getName() + " uses " + to.getName());
        }
      }
    }
    if (!faults.isEmpty()) {
      throw new AssertionError(
          "the floors are, from above, " + floors + ", but:\n" + String.join("\n", faults));
    }
  }

  private boolean isBelowRoot(JavaClass type) {
    return (type.getPackageName() + ".").startsWith(root + ".");
  }

  private static boolean isInternal(JavaClass type) {
    return type.getPackageName().startsWith("dev.cif.")
        && (type.getPackageName() + ".").contains(".internal.");
  }

  /** Returns the index of the longest name of a floor that has the class; -1 if none has it. */
  private int floor(JavaClass type) {
    String name = type.getPackageName().substring(root.length());
    int best = -1;
    for (int i = 0; i < floors.size(); i++) {
      String floor = floors.get(i);
      boolean has = floor.isEmpty() ? name.isEmpty() : (name + ".").startsWith("." + floor + ".");
      if (has && (best < 0 || floor.length() > floors.get(best).length())) {
        best = i;
      }
    }
    return best;
  }
}
