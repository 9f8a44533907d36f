package dev.ocellus.app.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ocellus.engine.StudioException;
import dev.ocellus.engine.StudioException.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultTest {

    @Test
    void takesMessageAndCureOfAKnownFault() {
        Fault fault = Fault.of(new StudioException(Kind.DATA, "No images.", "Choose another folder."));
        assertEquals("No images.", fault.message());
        assertEquals("Choose another folder.", fault.cure());
        assertTrue(fault.code().matches("DATA-[0-9A-F]{4}"), fault::code);
    }

    @Test
    void theSameFaultHasTheSameCodeAndAnotherHasAnother() {
        assertEquals(Fault.of(state()).code(), Fault.of(state()).code());
        assertNotEquals(
                Fault.of(state()).code(),
                Fault.of(new IllegalArgumentException("x")).code());
    }

    @Test
    void aDefectWithoutAMessageStillSaysWhatItIs() {
        assertEquals(
                "IllegalStateException", Fault.of(new IllegalStateException()).message());
    }

    @Test
    void aFullHeapIsNoDefectAndHasACure() {
        Fault fault = Fault.of(new OutOfMemoryError("Java heap space"));
        assertEquals("The memory does not suffice.", fault.message());
        assertFalse(fault.defect());
        assertTrue(Fault.of(state()).defect());
    }

    @Test
    void theReportHoldsTheStackTrace() {
        assertTrue(Fault.of(state()).report().contains("FaultTest"));
    }

    @Test
    void theDeskShowsEachFaultOnce() {
        List<Fault> shown = new ArrayList<>();
        FaultDesk desk = new FaultDesk();
        desk.setWindow(shown::add);
        desk.report(state());
        assertEquals(1, shown.size());
    }

    private static RuntimeException state() {
        return new IllegalStateException("broken");
    }
}
