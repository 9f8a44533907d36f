package dev.ocellus.engine.run;

import java.util.List;

/**
 * The size of the network's input: one number for a square, or height and width.
 *
 * @param multiple what both sides must be a multiple of
 * @param most largest side
 */
public record ImageSizeType(int multiple, int most) implements OptionType<ImageSize> {

    @Override
    public ImageSize parse(String text) {
        List<String> sides = Lists.items(text.replace('x', ',').replace('X', ','));
        if (sides.size() > 2) {
            throw new IllegalArgumentException("more than two sides");
        }
        return new ImageSize(side(sides.getFirst()), side(sides.getLast()));
    }

    private int side(String text) {
        int side = Integer.parseInt(text);
        if (side < multiple || side > most || side % multiple != 0) {
            throw new IllegalArgumentException("not a multiple");
        }
        return side;
    }

    @Override
    public Object plain(ImageSize size) {
        return size.height() == size.width() ? size.height() : List.of(size.height(), size.width());
    }

    @Override
    public String describe() {
        return "one side or HEIGHTxWIDTH, multiples of %d up to %d".formatted(multiple, most);
    }

    @Override
    public String placeholder() {
        return "N|HxW";
    }
}
