// interrupt.hpp: Ctrl-C asks politely; a second one insists.

#pragma once

/// From now on SIGINT and SIGTERM are noted instead of ending the program; the second one ends it.
void watch_interrupts();

/// True once one has arrived.
bool is_interrupted();
