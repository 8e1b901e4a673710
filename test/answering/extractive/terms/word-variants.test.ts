/** Other ways to write what a page says: numbers, abbreviations and initials. */
import { describe, expect, it } from 'vitest';
import { contentWords } from '../../../../src/answering/extractive/question/question-terms.ts';
import { withVariants } from '../../../../src/answering/extractive/question/term-variants.ts';
import { passageWords } from '../../../../src/answering/extractive/terms/passage-words.ts';
import { strengthOf, termsOf } from '../../../../src/answering/extractive/terms/terms.ts';
import { meansTheSame } from '../../../../src/answering/extractive/thesaurus/synonyms.ts';
import { analyseQuery } from '../../../../src/text/analysis/analyse.ts';
import { asker } from '../asker.ts';

describe('A visitor writes a number', () => {
  const ask = asker(`<h1>Boat tours</h1><p>We tour the lake from May to October, in any weather but storms.</p>
    <table><tr><th>Ticket</th><th>Price</th></tr><tr><td>Child 3–11 years</td><td>8 €</td></tr><tr><td>Youth 12–17 years</td><td>11 €</td></tr>
    <tr><td>Adult</td><td>16 €</td></tr><tr><td>Groups of 10 adults or children</td><td>90 €</td></tr></table>
    <h2>Tour of the two harbours</h2><p>We leave at noon and come back at one.</p><h2>Tour of the three harbours</h2><p>We leave at eight and end at the castle.</p>`);

  it('that lies within a range', () => {
    expect(ask('What does a ticket cost for a child, 10 years?')).toBe('**Child 3–11 years**\n- Price: 8 €');
    expect(ask('ticket price youth 14 years')).toBe('**Youth 12–17 years**\n- Price: 11 €');
  });

  it('that lies below a bound, and is no minute of the clock', () => {
    const teams =
      asker(`<h1>Handball</h1><p>You find us in the hall beside the school, also in winter but not in August.</p>
      <table><tr><th>Team</th><th>Time</th></tr><tr><td>Grown-ups</td><td>18:07</td></tr><tr><td>Seniors</td><td>6.07 pm</td></tr><tr><td>Under 9</td><td>16:30</td></tr><tr><td>Veterans</td><td>20:00</td></tr></table>`);
    expect(teams('which team is for a 7 year old')).toBe('**Under 9**\n- Time: 16:30');
  });

  it('in digits that the page has in words', () => {
    expect(ask('when does the tour of 3 harbours leave')).toContain('end at the castle');
  });
});

describe('A visitor abbreviates', () => {
  const ask = asker(`<h1>Printer</h1><p>The printer prints on both sides, up to forty pages a minute.</p>
    <h2>Automatic standby</h2><p>Hold the button for five seconds to turn it off. The light goes out.</p>
    <table><tr><th>Feature</th><th>Home</th><th>Office</th></tr><tr><td>Near field communication</td><td>no</td><td>yes</td></tr><tr><td>Two-sided scans</td><td>no</td><td>yes</td></tr></table>`);

  it('a name to its initials', () => {
    expect(ask('does the office model have nfc')).toBe('**Near field communication**\n- Office: yes');
  });

  it('nothing, but writes one thing where the page has several', () => {
    const [term] = withVariants(termsOf(analyseQuery('vélo')), [passageWords(new Set(['=velos', '=veloce']))]);
    expect([...(term?.variants ?? [])]).toEqual([['=velos', 1]]);
  });

  it('a word to its beginning', () => {
    expect(ask('how do i turn auto mode off')).toContain('Hold the button');
  });
});

describe('A visitor asks in another word or language', () => {
  it('what is asked of any business', () => {
    const ask = asker(`<h1>Besuch</h1><p>Unser Freilichtmuseum liegt am Fluss und ist zu Fuß gut zu erreichen.</p>
      <h2>Kombüse</h2><p>Hier gibt es warme Gerichte und Kuchen.</p><h2>Ermäßigung</h2><p>Studierende zahlen die Hälfte.</p>
      <h2>Konto</h2><p>Ein neues Passwort senden wir per E-Mail zu.</p>`);
    expect(ask('kann man bei euch was essen')).toContain('warme Gerichte');
    expect(ask('student discount')).toContain('Studierende zahlen');
    const dogs = asker(`<h1>Plage</h1><p>La plage du lac est surveillée en été, de dix heures à six heures du soir.</p>
      <h2>Animaux</h2><p>Les chiens sont admis en laisse.</p><h2>Saison</h2><p>Ouvert du 12 avril au 28 septembre.</p>`);
    expect(dogs('les chiens sont acceptés ?')).toContain('admis en laisse');
    expect(dogs('vous ouvrez quand')).toContain('du 12 avril');
    expect(ask('I need a new password')).toContain('Ein neues Passwort');
  });
});

describe('A compound for a service', () => {
  it('means the service, and what the service is for', () => {
    expect(meansTheSame('kostet', 'eintrittspreise')).toBe(true);
    const [term] = withVariants(termsOf(analyseQuery('Eintritt')), [
      passageWords(new Set(['=eintrittspreise', '=eintrittskarte'])),
    ]);
    expect([...(term?.variants.keys() ?? [])]).toEqual(['=eintrittspreise']);
  });
});

describe('A visitor names a service as another business does', () => {
  const ask = asker(`<h1>Compra</h1><p>Vendemos por internet y en la tienda del puerto, de martes a domingo.</p>
    <h2>Pedidos</h2><p>El envío cuesta 5 € y llega en dos días.</p><h2>Regalos</h2><p>Envolvemos los paquetes sin coste.</p>`);

  it('and is understood', () => {
    expect(ask('gastos de envío')).toContain('El envío cuesta 5 €');
    expect(meansTheSame('parkmoglichkeit', 'tiefgarage')).toBe(true);
    expect(meansTheSame('frais', 'tarif')).toBe(true);
  });
});

describe('A word that says nothing about the topic', () => {
  it('decides nothing: “support” before what is supported, “per” anywhere', () => {
    const ask = asker(`<h1>Plans</h1><p>Change the plan whenever you like, for the next month or at once.</p>
      <table><tr><th></th><th>Solo</th><th>Team</th></tr><tr><td>Price per month</td><td>$9</td><td>$19</td></tr><tr><td>Support</td><td>Forum</td><td>Chat</td></tr></table>`);
    expect(ask('do you support fax')).toBeNull();
    expect(ask('support on the team plan')).toContain('Chat');
    expect(contentWords('how many recipients per message')).toEqual(['recipients', 'message']);
  });

  it('answers nothing by itself: a sum, or a request to recommend something else', () => {
    const ask = asker(`<h1>Plans</h1><p>We recommend the plan for teams, and sometimes a lesser one, to most.</p>
      <table><tr><th></th><th>Solo</th><th>Team</th></tr><tr><td>Logs</td><td>1 day</td><td>7 days</td></tr><tr><td>Seats</td><td>1</td><td>12</td></tr></table>`);
    for (const question of ['what is 12 times 7', 'recommend a good film', 'wie komme ich zum Mond'])
      expect(ask(question)).toBeNull();
  });

  it('is no misspelling of one that does, nor the other way round', () => {
    const ask =
      asker(`<h1>Hundesteuer</h1><p>Wer einen Hund hält, meldet ihn innerhalb eines Monats bei der Stadt an.</p>
      <ul><li>Erster Hund: 108 €</li><li>Jeder weitere Hund: 216 €</li></ul><p>Öffnen Sie die Tür erst um 6 Uhr morgens.</p>`);
    expect(ask('Wie wird das Wetter morgen?')).toBeNull();
  });

  it('may say much in another language: a German “Kind” is a child', () => {
    const ask = asker(`<h1>Kita</h1><p>Die Stadt betreibt vier Häuser in der Innenstadt und zwei am Rand.</p>
      <h2>Plätze</h2><p>Ihr Kind bekommt einen Platz, sobald einer frei ist.</p><h2>Essen</h2><p>Ein Platz am Tisch ist immer frei.</p>`);
    expect(ask('wann bekommt mein Kind einen Platz')).toContain('Ihr Kind bekommt einen Platz');
    expect(contentWords('what kind of food is there')).not.toContain('kind');
    expect(contentWords('eintritt kind 8 jahre')).toContain('kind');
  });
});

describe('A stem of two letters', () => {
  it('is shared by words of different meaning, and says nothing', () => {
    const [asked] = termsOf(['mu', '=mudur', '~mudur']);
    expect(asked).toBeDefined();
    if (asked === undefined) return;
    expect(strengthOf(asked, new Set(['mu', '=musunuz', '~musun']))).toBe(0);
    expect(strengthOf(asked, new Set(['mu', '=mudur', '~mudur']))).toBe(1);
  });
});
