/** Work behind the window: runs, projects, preferences, tasks. The only place that makes threads. */
@NullMarked
package dev.ocellus.app.services;

import org.jspecify.annotations.NullMarked;
