import type { ReplyReport } from './reply-report.ts';

/** The name under which everything is counted that has no place of its own. */
const others = 'other';

/**
 * Max models that are counted by name, which bounds the size of the metrics. Names that have not completed a reply take
 * at most half of them: people choose the names, and the wrong ones fail.
 */
const maxModels = 200;

/** Counts of replies and tokens under one name. */
export interface ReplyCount {
  readonly name: string;
  /** Replies by outcome. */
  readonly outcomes: Readonly<Record<ReplyReport['outcome'], number>>;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Failures before a first token after which another model answered. */
  readonly fallbacks: number;
}

/** Counts the replies of a process by model, and by workspace if `maxWorkspaces` is above zero. */
export function createReplyCounts({ maxWorkspaces }: { readonly maxWorkspaces: number }) {
  const models = createCounts();
  const workspaces = createCounts();
  return {
    add: (report: ReplyReport): void => {
      models.add(report.model, report, report.outcome === 'complete' ? maxModels : maxModels / 2);
      for (const failed of report.fallbacks ?? []) models.addFallback(failed, maxModels / 2);
      if (maxWorkspaces > 0) workspaces.add(report.workspace, report, maxWorkspaces);
    },
    byModel: models.all,
    byWorkspace: workspaces.all,
  };
}

export type ReplyCounts = ReturnType<typeof createReplyCounts>;

function createCounts() {
  const counts = new Map<string, ReplyCount>();
  const nameOf = (wanted: string, most: number): string =>
    counts.has(wanted) || counts.size - Number(counts.has(others)) < most ? wanted : others;
  return {
    /** Counts the failure of a model after which another one answered. */
    addFallback: (wanted: string, most: number): void => {
      const name = nameOf(wanted, most);
      const before = counts.get(name) ?? emptyCount(name);
      counts.set(name, { ...before, fallbacks: before.fallbacks + 1 });
    },
    /** Counts a report under a name, or as `other` if the name is new and there are `most` names. */
    add: (wanted: string, { outcome, inputTokens, outputTokens }: ReplyReport, most: number): void => {
      const name = nameOf(wanted, most);
      const before = counts.get(name) ?? emptyCount(name);
      counts.set(name, {
        ...before,
        outcomes: { ...before.outcomes, [outcome]: before.outcomes[outcome] + 1 },
        inputTokens: before.inputTokens + inputTokens,
        outputTokens: before.outputTokens + outputTokens,
      });
    },
    all: (): readonly ReplyCount[] => [...counts.values()],
  };
}

const emptyCount = (name: string): ReplyCount => ({
  ...{ name, inputTokens: 0, outputTokens: 0, fallbacks: 0 },
  outcomes: { complete: 0, failed: 0, cancelled: 0, interrupted: 0 },
});
