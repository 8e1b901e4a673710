/** Ways to write addresses that are not public, as far as they may lead to a server on this machine at the port, or to others nearby. */
export const privateHosts = (port: number): readonly string[] =>
  [
    // IPv4: whole, short, decimal, octal, hexadecimal, mixed, with other digits and dots.
    ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '017700000001', '0177.0.0.1', '0177.0.01'],
    ...['0x7f.0.0.1', '0x7f000001', '0x7f.1', '0X7F.0x00.0.1', '127.0.0.1.', '0', '0.0.0.0', '00', '0x0'],
    ...['①②⑦.⓪.⓪.①', '127。0。0。1', '127．0．0．1', '%31%32%37.0.0.1', '１２７.0.0.1'],
    // Names that always mean this machine.
    ...['localhost', 'LOCALHOST', 'localhost.', 'app.localhost', '%6cocalhost', 'ｌｏｃａｌｈｏｓｔ'],
    // IPv6: loopback, unspecified, compatible, mapped, translated, tunnelled.
    ...['[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::]', '[::127.0.0.1]', '[::7f00:1]', '[::ffff:127.0.0.1]'],
    ...['[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::FFFF:7F00:0001]', '[::ffff:0:127.0.0.1]'],
    ...['[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2002:7f00:1::1]'],
    ...['[2001::7f00:1]', '[2001:0:7f00:1::]', '[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00::1]', '[ff02::1]'],
    ...['[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '[2001:db8::1]', '[3fff::1]', '[5f00::1]', '[100::1]'],
    // Others that only machines nearby can reach.
    ...['10.0.0.1', '0xa000001', '167772161', '172.16.0.1', '192.168.0.1', '192.168.1', '0300.0250.0.1', '100.64.0.1'],
    ...['169.254.169.254', '0xA9FEA9FE', '2852039166', '0251.0376.0251.0376', '192.0.0.1', '192.0.2.1', '198.18.0.1'],
    ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    // A user name that looks like a host.
    ...['user:password@127.0.0.1', 'example.com@127.0.0.1', 'example.com%2f@127.0.0.1', 'example.com:80@localhost'],
  ].map((host) => `${host}:${port}`);
