/** A flag that this browser remembers. Storage may be blocked: then it is forgotten with the page. */
export interface StoredFlag {
  /** @param blocked the answer where storage is blocked */
  readonly isSet: (blocked: boolean) => boolean;
  readonly set: (value: boolean) => void;
}

export const storedFlag = (name: string): StoredFlag => ({
  isSet(blocked) {
    try {
      return localStorage.getItem(name) !== null;
    } catch {
      return blocked;
    }
  },
  set(value) {
    try {
      if (value) localStorage.setItem(name, '1');
      else localStorage.removeItem(name);
    } catch {
      // Blocked storage keeps nothing.
    }
  },
});
