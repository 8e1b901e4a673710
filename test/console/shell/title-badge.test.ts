import { describe, expect, it } from 'vitest';
import { showWaiting, titleBadge } from '../../../console/shell/title-badge.ts';

describe('The number of waiting visitors', () => {
  it('stays when the former page goes after the next one has come, and goes with the last', () => {
    const [leaveFormer, leaveNext] = [showWaiting(3), showWaiting(3)];
    leaveFormer();
    expect(titleBadge.get()).toBe(3);
    leaveNext();
    expect(titleBadge.get()).toBe(0);
  });
});
