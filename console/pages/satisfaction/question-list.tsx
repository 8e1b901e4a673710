import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { api } from '../../api/client.ts';
import type { UnansweredQuestion, UnansweredReason } from '../../api/types.ts';
import { chatbotPath } from '../../shell/navigation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { Time } from '../../ui/time.tsx';
import { oneLine } from '../../ui/words.ts';
import { groupQuestions, type QuestionGroup } from './question-groups.ts';

interface Page {
  readonly questions: readonly UnansweredQuestion[];
  readonly total: number;
  readonly nextBefore: string | null;
}

interface QuestionListProps {
  readonly chatbotId: string;
  readonly title: string;
  readonly hint: string;
  readonly reasons: readonly UnansweredReason[];
  readonly none: { readonly title: string; readonly text: string };
  /** Asks why the chatbot answered this. */
  readonly onWhy: (answerId: string) => void;
  /** Another number asks anew. */
  readonly version: number;
}

/** Many at once, since groups count what is loaded. */
const PAGE = 200;
const SHOWN = 20;

export function QuestionList({ chatbotId, title, hint, reasons, none, version, onWhy }: QuestionListProps) {
  const { questions, total, hasMore, error, isLoading, load } = useQuestions(chatbotId, reasons, version);
  const [shown, setShown] = useState(SHOWN);
  const groups = useMemo(() => questions && groupQuestions(questions), [questions]);
  const showMore = () => {
    setShown(shown + SHOWN);
    if (hasMore && groups !== undefined && groups.length < shown + SHOWN) void load(true);
  };
  const loaded =
    groups?.length === 0 ? (
      <EmptyState icon="check" title={none.title}>
        {none.text}
      </EmptyState>
    ) : (
      <ul>
        {groups?.slice(0, shown).map((group) => (
          <Question key={group.newest.messageId} chatbotId={chatbotId} group={group} hasMore={hasMore} onWhy={onWhy} />
        ))}
      </ul>
    );
  return (
    <section class="card questions" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <p class="soft">{hint}</p>
      </header>
      {groups === undefined ? (
        <PendingState label={`Loading: ${title}`} error={error} onRetry={() => void load(false)} />
      ) : (
        loaded
      )}
      {hasMore || (groups !== undefined && groups.length > shown) ? (
        <div class="list-end">
          {hasMore ? (
            <p class="soft">
              Counted among the newest {(questions?.length ?? 0).toLocaleString()} of {total.toLocaleString()}{' '}
              questions.
            </p>
          ) : null}
          <Button isBusy={isLoading} onClick={showMore}>
            Show more
          </Button>
        </div>
      ) : null}
    </section>
  );
}

interface QuestionProps extends Pick<QuestionListProps, 'chatbotId' | 'onWhy'> {
  readonly group: QuestionGroup;
  /** There are older questions, which are not counted. */
  readonly hasMore: boolean;
}

function Question({ chatbotId, group: { newest, count }, hasMore, onWhy }: QuestionProps) {
  const { question: text, askedAt, conversationId, reason, answerId } = newest;
  return (
    <li>
      <p class="question-text" dir="auto">
        {text}
      </p>
      <div class="row">
        <span class="faint">
          {count === 1 ? null : `Asked ${hasMore ? 'at least ' : ''}${count.toLocaleString()} times, last `}
          <Time at={askedAt} />
        </span>
        {reason === 'failed' ? <Badge tone="bad">Failed</Badge> : null}
        <ButtonLink href={`${chatbotPath(chatbotId, 'conversations')}/${conversationId}`} variant="quiet" icon="inbox">
          Conversation
        </ButtonLink>
        {answerId === null ? null : (
          <Button variant="quiet" icon="info" onClick={() => onWhy(answerId)}>
            Why
          </Button>
        )}
        <ButtonLink href={contentFor(chatbotId, text)} variant="quiet" icon="plus">
          Add content
        </ButtonLink>
      </div>
    </li>
  );
}

function contentFor(chatbotId: string, question: string): string {
  const title = oneLine(question).slice(0, 200).toWellFormed();
  return `${chatbotPath(chatbotId, 'content')}?${new URLSearchParams({ add: 'text', title })}`;
}

/** The lists of several reasons as one, newest first. */
function useQuestions(chatbotId: string, reasons: readonly UnansweredReason[], version: number) {
  const [pages, setPages] = useState<Readonly<Partial<Record<UnansweredReason, Page>>>>({});
  const [error, setError] = useState<unknown>(undefined);
  const [isLoading, setLoading] = useState(false);
  const newest = useRef(0);

  const load = async (isNext: boolean) => {
    const request = ++newest.current;
    setLoading(true);
    try {
      const wanted = reasons.filter((reason) => !isNext || typeof pages[reason]?.nextBefore === 'string');
      const loaded = await Promise.all(
        wanted.map(async (reason) => {
          const before = isNext ? `&before=${pages[reason]?.nextBefore}` : '';
          const path = `${chatbotRoot(chatbotId)}/unanswered?limit=${PAGE}&reason=${reason}${before}`;
          const page = await api.get<Page>(path);
          const earlier = isNext ? (pages[reason]?.questions ?? []) : [];
          return [reason, { ...page, questions: [...earlier, ...page.questions] }] as const;
        }),
      );
      if (request !== newest.current) return;
      setError(undefined);
      setPages((known) => ({ ...known, ...Object.fromEntries(loaded) }));
    } catch (failure) {
      if (request === newest.current) setError(failure);
    } finally {
      if (request === newest.current) setLoading(false);
    }
  };
  useEffect(() => {
    void load(false);
    return () => {
      newest.current += 1;
    };
  }, [chatbotId, version]);

  const all = reasons.map((reason) => pages[reason]);
  const questions = useMemo(() => {
    if (all.some((page) => page === undefined)) return undefined;
    return all.flatMap((page) => page?.questions ?? []).sort((one, other) => (one.askedAt < other.askedAt ? 1 : -1));
  }, [pages]);
  const total = all.reduce((sum, page) => sum + (page?.total ?? 0), 0);
  return {
    questions,
    total,
    hasMore: all.some((page) => typeof page?.nextBefore === 'string'),
    error,
    isLoading,
    load,
  };
}
