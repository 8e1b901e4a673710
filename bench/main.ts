/** `npm run bench -- NAME`: measures one part of the service beside what it is compared with, in one run. */
import { printMeasurements } from './support.ts';

const benches: Readonly<Record<string, () => Promise<void>>> = {
  async backup() {
    const { benchBackup } = await import('./backup.ts');
    await benchBackup();
  },
  async content() {
    const { benchContent } = await import('./content.ts');
    await benchContent();
  },
  async log() {
    const { measureLog } = await import('./log.ts');
    const { measureRebuild } = await import('./rebuild.ts');
    printMeasurements('The event log', [...(await measureLog()), ...(await measureRebuild())]);
  },
  async http() {
    const { measureHttp, printHttp } = await import('./http.ts');
    printHttp(await measureHttp());
  },
  async answer() {
    const { benchAnswer } = await import('./answer.ts');
    const { printMeasurements: print } = await import('./measurement.ts');
    print('answer', (await benchAnswer()).measurements);
  },
  async channels() {
    const { benchChannels } = await import('./channels.ts');
    await benchChannels();
  },
  async ingest() {
    const { measureIngestion, printIngestion } = await import('./ingest.ts');
    printIngestion(await measureIngestion());
  },
  async retrieval() {
    const { benchRetrieval } = await import('./retrieval.ts');
    await benchRetrieval();
  },
  async audit() {
    const { measureAudit } = await import('./audit.ts');
    await measureAudit();
  },
  async stores() {
    const { measureProfiles, printProfiles } = await import('./stores.ts');
    printProfiles(await measureProfiles());
    const { measureSearch, printSearchMeasurements } = await import('./stores-search.ts');
    printSearchMeasurements(await measureSearch());
  },
  async verify() {
    const { benchVerify } = await import('./verify.ts');
    await benchVerify();
  },
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => benches[name] === undefined);
if (names.length === 0 || unknown.length > 0) {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exitCode = 2;
} else {
  for (const name of names) await benches[name]?.();
}
