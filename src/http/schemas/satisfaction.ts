import { Type } from 'typebox';
import { UNANSWERED_REASONS } from '../../projections/outcomes/projection.ts';
import { countOf, Id, idOf, named, nullable, PAGE_POSITION, PageQuery, patternString, Time } from './common.ts';
import { SessionId } from './conversations.ts';

const POSITION = '7041';
export const DEFAULT_DAYS = 30;

export const Satisfaction = named(
  'Satisfaction',
  {
    positive: countOf('Answers with a positive rating', 9),
    negative: countOf('Answers with a negative rating', 3),
    total: countOf('Rated answers'),
    rate: nullable(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'Percentage of rated answers that are positive; null while none is rated',
        examples: [75],
      }),
    ),
  },
  'How visitors rated the answers of a chatbot.',
);

export const DailyQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 366,
      default: DEFAULT_DAYS,
      description: 'The last days, today included',
      examples: [7],
    }),
  ),
});

export const DailySatisfaction = named(
  'DailySatisfaction',
  {
    days: Type.Array(
      named(
        'SatisfactionOfDay',
        {
          date: Type.String({ format: 'date', description: 'A day in UTC', examples: ['2026-03-14'] }),
          answers: countOf('Answers given on that day, also those that broke off', 40),
          notFound: countOf('Of these, answers to questions that the content does not answer', 4),
          positive: countOf('Answers that were rated positive on that day, and are still', 9),
          negative: countOf('Answers that were rated negative on that day, and are still', 3),
        },
        'One day.',
      ),
      { description: 'Oldest first, days without answers included' },
    ),
  },
  'Answers and ratings by day.',
);

const Reason = Type.Enum([...UNANSWERED_REASONS], {
  title: 'UnansweredReason',
  description:
    '`failed`: no answer could be given. `rated_negative`: the visitor rated the answer negative. `not_found`: the content does not answer the question. The first that applies.',
});

export const UnansweredQuery = Type.Object({
  limit: PageQuery.properties.limit,
  before: Type.Optional(
    patternString('^[0-9]{1,19}$', PAGE_POSITION, {
      description: '`nextBefore` of the previous page',
      examples: [POSITION],
    }),
  ),
  reason: Type.Optional(
    Type.Enum([...UNANSWERED_REASONS], { description: 'Only questions with this reason', examples: ['not_found'] }),
  ),
});

export const UnansweredPage = named(
  'UnansweredPage',
  {
    questions: Type.Array(
      named(
        'UnansweredQuestion',
        {
          messageId: idOf('The question'),
          sessionId: SessionId,
          conversationId: Id,
          question: Type.String({ description: 'In the words of the visitor', examples: ['Do you ship to Norway?'] }),
          reason: Reason,
          askedAt: Time,
          answerId: nullable(idOf('The answer, to read why it was given; null when there is none')),
        },
        'A question that got no good answer.',
      ),
    ),
    total: Type.Integer({ minimum: 0, description: 'Questions on all pages, of the reason asked for', examples: [12] }),
    nextBefore: nullable(
      Type.String({ description: 'Value of `before` for the next older page; null at the end', examples: [POSITION] }),
    ),
  },
  'Questions without a good answer, newest first.',
);
