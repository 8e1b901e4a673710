/** Two short tones for a new message, synthesised instead of loaded. */
let audio: AudioContext | null = null;

export function playSound(): void {
  try {
    audio ??= new AudioContext();
    const start = audio.currentTime;
    for (const index of [0, 1]) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      const at = start + index * 0.09;
      tone.frequency.value = [659, 880][index] ?? 0;
      volume.gain.setValueAtTime(0.06, at);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.22);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.24);
    }
  } catch {
    // Browsers without audio, and those that want a click first.
  }
}
