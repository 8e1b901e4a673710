/** Preloaded into nodes with a wrong clock: `Date` is ahead of the machine's clock by `CLOCK_SKEW_MS`, or behind it when that is negative. */
const skewMs = Number(process.env.CLOCK_SKEW_MS);
const machineTime = Date.now;

Date.now = () => machineTime() + skewMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, words, made) =>
    Reflect.construct(target, words.length === 0 ? [target.now()] : words, made === globalThis.Date ? target : made),
});
