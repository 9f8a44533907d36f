package dev.ocellus.engine.backend.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

class WorkspaceTest {
    @Test
    void isAsLargeAsTheLargestProgramNeeds() {
        try (Workspace workspace = new Workspace()) {
            long address = workspace.reserve(1 << 12);
            assertEquals(address, workspace.reserve(1 << 8));
            assertEquals(1 << 12, workspace.memory().byteSize());
            workspace.give(this);
            workspace.reserve(1 << 16);
            assertEquals(1 << 16, workspace.memory().byteSize());
            assertFalse(workspace.belongsTo(this));
        }
    }
}
