// @module-tag pure
import { describe, expect, it } from 'vitest';
import { createReplyCounts } from './reply-counts.ts';
import type { ReplyReport } from './reply-report.ts';

const report = (model: string, outcome: ReplyReport['outcome'], workspace = 'ws_1'): ReplyReport => ({
  ...{ workspace, conversation: 'conv_1', message: 'msg_1', agent: 'agent_1', model, provider: 'p', outcome },
  ...{ inputTokens: 10, outputTokens: 3, firstTokenMs: 5, latencyMs: 9 },
});

describe('counts of replies', () => {
  it('add up by model and outcome', () => {
    const counts = createReplyCounts({ maxWorkspaces: 0 });
    for (const outcome of ['complete', 'complete', 'failed', 'cancelled', 'interrupted'] as const) {
      counts.add(report('p/one', outcome));
    }
    expect(counts.byModel()).toEqual([
      {
        name: 'p/one',
        outcomes: { complete: 2, failed: 1, cancelled: 1, interrupted: 1 },
        inputTokens: 50,
        outputTokens: 15,
        fallbacks: 0,
      },
    ]);
    expect(counts.byWorkspace()).toEqual([]);
  });

  it('name the models that failed before another one answered', () => {
    const counts = createReplyCounts({ maxWorkspaces: 1 });
    const fallen = { ...report('p/three', 'complete'), fallbacks: ['p/one', 'p/two'] };
    counts.add(fallen);
    counts.add({ ...fallen, model: 'p/two', fallbacks: ['p/one'] });
    const told = counts.byModel().map(({ name, outcomes, fallbacks }) => [name, outcomes.complete, fallbacks]);
    expect(told).toEqual([
      ['p/three', 1, 0],
      ['p/one', 0, 2],
      ['p/two', 1, 1],
    ]);
    expect(counts.byWorkspace()).toMatchObject([{ name: 'ws_1', fallbacks: 0 }]);
  });

  it('name at most 200 models, and lose no count', () => {
    const counts = createReplyCounts({ maxWorkspaces: 0 });
    for (let index = 0; index < 500; index += 1) counts.add(report(`p/${index}`, 'complete'));
    const all = counts.byModel();
    expect(all).toHaveLength(201);
    expect(all.reduce((sum, { outcomes }) => sum + outcomes.complete, 0)).toBe(500);
    expect(all.find(({ name }) => name === 'other')?.outcomes.complete).toBe(300);
  });

  it('leave room for models that work, however many names fail', () => {
    const counts = createReplyCounts({ maxWorkspaces: 0 });
    for (let index = 0; index < 500; index += 1) counts.add(report(`p/wrong-${index}`, 'failed'));
    for (let index = 0; index < 100; index += 1) counts.add(report(`p/right-${index}`, 'complete'));
    const names = counts.byModel().map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('p/right-'))).toHaveLength(99 + Number(names.length === 201));
    expect(names.length).toBeLessThanOrEqual(201);
  });

  it('name workspaces if they are asked to, up to the limit', () => {
    const counts = createReplyCounts({ maxWorkspaces: 2 });
    for (const workspace of ['ws_1', 'ws_2', 'ws_3', 'ws_4', 'ws_1']) {
      counts.add(report('p/one', 'complete', workspace));
    }
    expect(counts.byWorkspace().map(({ name, outcomes }) => [name, outcomes.complete])).toEqual([
      ['ws_1', 2],
      ['ws_2', 1],
      ['other', 2],
    ]);
  });
});
