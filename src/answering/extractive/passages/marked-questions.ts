/** Questions that a text marks or numbers: `Q:`, `Frage 2:`, `S1-)`, `3.-`, and the marks of their answers. */
import { isQuestion } from '../../../text/is-question.ts';

const QUESTION_WORDS =
  'Frage|Question|Pregunta|Pergunta|Domanda|Întrebare|Vraag|Fråga|Spørsmål|Spørgsmål|Kysymys|Pytanie|Otázka|Pitanje|Kérdés|' +
  'Вопрос|Питання|Въпрос|Ερώτηση|Soru|Pertanyaan|Câu hỏi|Hỏi|質問|问题|問題|问|問|질문|문|سؤال|प्रश्न';
const ANSWER_WORDS =
  'Antwort|Answer|Réponse|Respuesta|Resposta|Risposta|Răspuns|Antwoord|Svar|Vastaus|Odpowiedź|Odpověď|Odpoveď|Odgovor|Válasz|' +
  'Ответ|Відповідь|Отговор|Απάντηση|Cevap|Yanıt|Jawaban|Jawab|Trả lời|Đáp|回答|答案|答|답변|답|جواب|الجواب|उत्तर';
/** `:`, `1:`, `2-)`, `.-` */
const END = '[ \\t]?\\d{0,3}[ \\t]?(?:[:：]|[-.)．、]{1,2})';

/** Any letter marks what ends as a question: `P:` in Spanish, `S1-)` in Turkish. */
export const QUESTION_MARK = `(?:(?:\\p{L}|${QUESTION_WORDS})${END}|\\d{1,3}[ \\t]?[-.):]{1,2})[ \\t]*`;
/** A line that is one question, maybe bold, numbered or marked. */
const QUESTION_LINE = new RegExp(`^(?:\\*\\*|__)?(?:${QUESTION_MARK})?([^.!?？؟;]{4,160}[?？؟;])(?:\\*\\*|__)?$`, 'iu');
/** A marked question of several sentences: "Q: My bike is slow. Why?" */
const MARKED_QUESTION = new RegExp(`^(?:\\*\\*|__)?${QUESTION_MARK}([^\\n]{4,159}[?？؟;])(?:\\*\\*|__)?$`, 'iu');
/** A mark above its question or answer. */
const MARK_ALONE = new RegExp(`^(?:\\*\\*|__)?(?:${QUESTION_WORDS}|${ANSWER_WORDS})${END}(?:\\*\\*|__)?$`, 'iu');
const ANSWER_MARK = new RegExp(`^(?:A|${ANSWER_WORDS})[ \\t]?\\d{0,3}[ \\t]?[:：][ \\t]*`, 'iu');
/** "A. Yes" or "C1-) Yes" below a question; "J. Smith" is a name. */
const BELOW_QUESTION = new RegExp(
  `^(?:(?:A|${ANSWER_WORDS})[ \\t]?\\d{0,3}[ \\t]?[.．、]|\\p{L}[ \\t]?\\d{0,3}[ \\t]?(?:[:：]|[-.]?\\)))[ \\t]*`,
  'iu',
);

/** Returns null unless the line is one question. */
export function questionOf(line: string): string | null {
  const asked = (QUESTION_LINE.exec(line) ?? MARKED_QUESTION.exec(line))?.[1];
  return asked !== undefined && isQuestion(asked) ? asked : null;
}

const isMarkedQuestion = (line: string): boolean => MARKED_QUESTION.test(line) && questionOf(line) !== null;

/** Divides the lines of a paragraph before each marked question, without marks that stand alone. */
export function byMarkedQuestions(lines: readonly string[]): readonly string[][] {
  const groups: string[][] = [];
  for (const line of lines) {
    const text = line.trim();
    if (MARK_ALONE.test(text)) continue;
    const group = groups.at(-1);
    if (group === undefined || isMarkedQuestion(text)) groups.push([line]);
    else group.push(line);
  }
  return groups;
}

export const withoutAnswerMark = (line: string, { isBelowQuestion }: { readonly isBelowQuestion: boolean }): string =>
  line.replace(ANSWER_MARK, '').replace(isBelowQuestion ? BELOW_QUESTION : /^(?!)/, '');
