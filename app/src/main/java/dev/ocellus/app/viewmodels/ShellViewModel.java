package dev.ocellus.app.viewmodels;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** Where the person is. */
public final class ShellViewModel {

    private final ReadOnlyObjectWrapper<Place> place = new ReadOnlyObjectWrapper<>(Place.HOME);

    public ReadOnlyObjectProperty<Place> placeProperty() {
        return place.getReadOnlyProperty();
    }

    public void go(Place to) {
        place.set(to);
    }
}
