// interrupt.cpp: the one variable a signal handler may touch.

#include "interrupt.hpp"

#include <csignal>

namespace {

volatile std::sig_atomic_t interrupted = 0;

extern "C" void note_interrupt(int signal_number) {
  interrupted = 1;
  std::signal(signal_number, SIG_DFL);
}

}  // namespace

void watch_interrupts() {
  std::signal(SIGINT, note_interrupt);
  std::signal(SIGTERM, note_interrupt);
}

bool is_interrupted() { return interrupted != 0; }
