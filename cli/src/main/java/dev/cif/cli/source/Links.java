package dev.cif.cli.source;

import java.net.URI;
import java.net.URISyntaxException;

/** Links of a page against the page's own address, inside archives too. */
final class Links {
  private static final String ENTRY = "!/";

  private Links() {}

  /** The address that a link leads to; the link itself if it is no address. */
  static String resolve(String page, String link) {
    int entry = page.indexOf(ENTRY);
    String archive = entry < 0 ? "" : page.substring(0, entry + 1);
    String inside = entry < 0 ? page : page.substring(entry + 1);
    try {
      URI target = new URI(link.trim().replace(" ", "%20"));
      if (target.isAbsolute()) {
        return target.toString();
      }
      // A multi-part constructor quotes what a path may hold and a URI may not.
      URI base = entry < 0 && page.contains(":") ? new URI(page) : new URI(null, inside, null);
      // Against its own rules, java.net.URI resolves an empty link to the parent.
      URI resolved = target.getPath().isEmpty() ? withFragment(base, target) : base.resolve(target);
      return archive + resolved.normalize();
    } catch (URISyntaxException e) {
      return link;
    }
  }

  private static URI withFragment(URI base, URI target) throws URISyntaxException {
    String plain = base.toString();
    return target.getRawFragment() == null ? base : new URI(plain + "#" + target.getRawFragment());
  }
}
