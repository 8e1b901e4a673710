/** Questions for a price, a person or a time, and questions that state a time or an age: the sentence that tells it begins the answer. */
import { describe, expect, it } from 'vitest';
import { textAsker } from './asker.ts';

describe('A fact that is asked for', () => {
  const ask = textAsker(`# Help
## Opening an account
To open an account you need a valid passport and proof of address. You have to be at least 18 years old. The application takes about ten minutes.
## Transfers
Transfers arrive on the next working day. Instant transfers arrive within ten seconds. Transfers abroad take four days.
## Contact
Customer service is open Monday to Friday from 8 am to 8 pm and Saturday from 9 am to 2 pm. Our office is at 12 Harbour Street. We have no branches. Complaints are answered within 15 days by our team in writing, whatever they are about. Head of customer service is Aoife Brennan.`);

  it('begins the answer', () => {
    expect(ask('how long does it take to open an account')).toBe('The application takes about ten minutes.');
    expect(ask('Who is the head of customer service?')).toBe('Head of customer service is Aoife Brennan.');
  });

  it('may be told by several sentences', () => {
    expect(ask('How long does a transfer take?')).toBe(
      'Transfers arrive on the next working day. Instant transfers arrive within ten seconds. Transfers abroad take four days.',
    );
  });

  it('below a heading ends the answer where the text goes on to other things', () => {
    expect(ask('Do you have branches?')).toBe('We have no branches.');
    expect(ask('are you open on Saturday?')).toMatch(/^Customer service is open .* to 2 pm\.$/);
  });

  it('of an age is told by the least age', () => {
    expect(ask('I am 17, can I become a customer?')).toMatch(/^You have to be at least 18 years old\./);
  });
});

describe('A question that states a length of time', () => {
  const ask = textAsker(`# Returns
Pots can be sent back within 30 days, unused and in their box. Plants can be sent back within 14 days.
## A plant arrived damaged
We replace it free of charge. Send us a photo of the plant and its box within 3 days of delivery. You need not send the plant back.`);

  it.each(['Can I return a plant after 3 weeks?', 'can i send a plant back after 2 months'])(
    'is compared with those of the content, whatever their numbers: “%s”',
    (question) => {
      expect(ask(question)).toContain('Plants can be sent back within 14 days.');
      expect(ask(question)).not.toContain('photo');
    },
  );

  it('is answered by the same length in other words', () => {
    const course = textAsker(
      '# Course\nThe exam takes 2 hours. The course lasts 12 weeks. A lesson takes twelve minutes.',
    );
    expect(course('Is it 12 weeks?')).toBe('The course lasts 12 weeks.');
  });
});

describe('A question for a person', () => {
  const studio = textAsker(
    'We offer yoga and pilates for all. Anna Kowalska leads the yoga classes on Mondays. Ben Hughes leads pilates. Jo Lind started the studio in 2015. A class costs £12.',
  );
  const lawyers = textAsker(`# Kanzlei
## Team
Dr. Julia Brandt ist Fachanwältin für Arbeitsrecht. Markus Vogel bearbeitet Mietrecht und Verkehrsrecht.`);

  it('is answered by who does it, in whatever words', () => {
    expect(studio('who teaches pilates?')).toBe('Ben Hughes leads pilates.');
    expect(studio('who teaches yoga')).toMatch(/^Anna Kowalska leads the yoga classes/);
    expect(lawyers('wer ist für arbeitsrecht zuständig')).toMatch(
      /^Dr\. Julia Brandt ist Fachanwältin für Arbeitsrecht\./,
    );
    expect(lawyers('wer macht mietrecht')).toBe('Markus Vogel bearbeitet Mietrecht und Verkehrsrecht.');
  });

  it('is answered by who began it', () => {
    expect(studio('who founded the studio')).toBe('Jo Lind started the studio in 2015.');
  });

  it('is refused for something else', () => {
    expect(studio('who invented the telephone')).toBeNull();
    expect(studio('who teaches karate')).toBeNull();
  });
});

describe('A yes-or-no question', () => {
  it('is about its subject, and not about the name of the site', () => {
    const shop = textAsker(
      '# Fern & Fig\nFern & Fig is a plant shop in Bristol. An aloe needs a lot of sun. A Boston fern likes shade and damp soil.',
      'Fern & Fig',
    );
    expect(shop('do ferns need sun?')).toBe('A Boston fern likes shade and damp soil.');
    const table = textAsker(
      '# Plants\n| Plant | Price | Light |\n| --- | --- | --- |\n| Boston fern | €18 | shade |\n| Maidenhair fern | €12 | shade |\n| Aloe vera | €9 | full sun |',
    );
    expect(table('do ferns need sun?')).not.toContain('Aloe');
    expect(table('do aloes need sun?')).toContain('full sun');
  });
});

describe('Documentation of software', () => {
  const ask = textAsker(`# Keeper manual
## Installation
### macOS
If you are using macOS, install keeper with Homebrew:

\`\`\`
$ brew install keeper
\`\`\`

### Debian
Install it with apt-get:

\`\`\`
$ apt-get install keeper
\`\`\`

## Preparing a repository
The place where your backups are saved is called a repository. The password is asked for when it is created.

\`\`\`
$ keeper init --repo /srv/repo
\`\`\`

### Backends
Repositories can be stored in a local directory, on an SFTP server, on a REST server, in Amazon S3, in Microsoft Azure Blob Storage, and through rclone on many other services.

## Encryption
Data is encrypted with AES-256. Passwords are derived with scrypt.

## Questions
### How can I specify encryption passwords automatically?
Use the variable KEEPER_FILE. Do not write the password on the command line, where other users can see it.`);

  it('finds what a code names, whatever else is saved there', () => {
    expect(ask('can I keep backups in S3?')).toContain('in Amazon S3');
  });

  it('shows how something is done with the code that does it', () => {
    expect(ask('how do I create a new repository')).toContain('$ keeper init --repo /srv/repo');
  });

  it('is found by the short name of a system', () => {
    expect(ask('how do i install it on a mac')).toContain('brew install keeper');
  });

  it('tells no price in code', () => {
    expect(ask('how much does it cost?')).toBeNull();
  });

  it('tells which one it uses', () => {
    expect(ask('which encryption does keeper use?')).toMatch(/^Data is encrypted with AES-256\./);
  });

  it('names the setting, rather than what its name is a part of', () => {
    const settings = textAsker(`# Keeper
## Folders
| Folder | Holds | Imports |
| --- | --- | --- |
| \`src/ports\` | Interfaces of the ports | text |
| \`src/text\` | Analysis | nothing |

## Settings
| Variable | Default | Meaning |
| --- | --- | --- |
| \`PORT\` | 3000 | Port to listen on |
| \`HOST\` | localhost | Address to listen on |`);
    expect(settings('which port does it use')).toBe('**`PORT`**\n- Default: 3000\n- Meaning: Port to listen on');
  });

  it('tells how to restore a backup, rather than what a restored one is', () => {
    const backups = textAsker(`# Operations
## Backups
A restored backup of the keys brings erased keys back.

Copy the folder every night.

Restore a backup by the command \`keeper restore\`.`);
    expect(backups('how do I restore a backup')).toBe('Restore a backup by the command `keeper restore`.');
  });

  it('takes “support” and “use” for no topic beside what is supported or used', () => {
    const docker = textAsker(
      '# Keeper\n## With Docker\nPull the image and start a container from it.\n## Support\nWrite to us.',
    );
    expect(docker('is there docker support')).toContain('Pull the image');
    expect(docker('can I use docker?')).toContain('Pull the image');
  });
});
