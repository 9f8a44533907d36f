package dev.ocellus.app.style;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.resources.UiResources;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StyleSheetTest {

    private static final Pattern DEFINED = Pattern.compile("(?m)^\\s*(-oc-[a-z0-9-]+):");
    private static final Pattern LOOKED_UP = Pattern.compile(":[^;{]*?(-oc-[a-z0-9-]+)");
    private static final Pattern COLOUR_IN_CSS = Pattern.compile("#[0-9a-fA-F]{3,8}\\b|\\brgba?\\(");
    private static final Pattern COLOUR_IN_JAVA = Pattern.compile(
            "Color\\.(?!TRANSPARENT|class)\\w|\"#[0-9a-fA-F]{3,8}\"|-fx-(?:text-)?fill|-fx-background-color");

    /** Set by the window itself, from the text size. */
    private static final Set<String> SIZES =
            Set.of("-oc-icon-small", "-oc-icon-middle", "-oc-icon-large", "-oc-icon-huge");

    @Test
    void bothPalettesDefineTheSameRoles() throws Exception {
        assertEquals(roles(read(sheet(false, 0))), roles(read(sheet(true, 0))));
    }

    @Test
    void onlyThePalettesNameColours() throws Exception {
        for (int i = 1; i < UiResources.styleSheets(false).size(); i++) {
            String text = read(sheet(false, i)).replaceAll("(?s)/\\*.*?\\*/", "");
            assertFalse(COLOUR_IN_CSS.matcher(text).find(), sheet(false, i));
        }
    }

    @Test
    void everyRoleThatIsLookedUpIsDefined() throws Exception {
        StringBuilder all = new StringBuilder();
        for (String sheet : UiResources.styleSheets(false)) {
            all.append(read(sheet));
        }
        Set<String> missing = LOOKED_UP
                .matcher(all)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        missing.removeAll(roles(all.toString()));
        missing.removeAll(SIZES);
        assertEquals(Set.of(), missing);
    }

    @Test
    void noSourceNamesAColour() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            List<Path> java =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            assertTrue(java.size() > 50);
            for (Path file : java) {
                assertFalse(COLOUR_IN_JAVA.matcher(Files.readString(file)).find(), file::toString);
            }
        }
    }

    private static String sheet(boolean dark, int index) {
        return UiResources.styleSheets(dark).get(index);
    }

    private static Set<String> roles(String text) {
        return DEFINED.matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String read(String address) throws IOException {
        try (InputStream in = URI.create(address).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
