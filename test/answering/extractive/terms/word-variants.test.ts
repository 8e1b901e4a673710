/** Other ways to write what a page says: numbers, abbreviations and initials. */
import { describe, expect, it } from 'vitest';
import { meansTheSame } from '../../../../src/answering/extractive/terms/synonyms.ts';
import { termsOf, withVariants } from '../../../../src/answering/extractive/terms/terms.ts';
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
    const [term] = withVariants(termsOf(analyseQuery('vélo')), new Set(['=velos', '=veloce']));
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
    const [term] = withVariants(termsOf(analyseQuery('Eintritt')), new Set(['=eintrittspreise', '=eintrittskarte']));
    expect([...(term?.variants.keys() ?? [])]).toEqual(['=eintrittspreise']);
  });
});
