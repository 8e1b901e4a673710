// Loaded before the program (`node -r`), and plain JavaScript, so that an old Node can still say what is missing.
const oldest = 24;
if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `Chatledger needs Node ${oldest} or later and this is ${process.version}: run "npm ci", which brings one for most platforms, or install it from https://nodejs.org.`,
  );
  process.exit(1);
}
