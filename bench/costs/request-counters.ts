/** Tell how many requests of a client begin in the bytes of its connection. Each engine's protocol has its own framing. */

/** Takes the bytes as they come and returns the number of requests that begin in them. */
export type RequestCounter = (bytes: Buffer) => number;

const MONGODB_HEADER = 4;
const HTTP2_PREFACE = 24;
const HTTP2_HEADER = 9;
const HTTP2_DATA = 0;
const HTTP1_HEAD_END = '\r\n\r\n';
const NOTHING = Buffer.alloc(0);

/** MongoDB: each message begins with its whole length. */
export function mongodbRequests(): RequestCounter {
  return frames({
    header: MONGODB_HEADER,
    lengthOf: (head) => head.readInt32LE(0),
    isRequest: () => true,
  });
}

/** gRPC sends one message to EventStoreDB as one or more DATA frames of HTTP/2; those that are empty only end a stream. */
export function grpcMessages(): RequestCounter {
  let preface = HTTP2_PREFACE;
  const count = frames({
    header: HTTP2_HEADER,
    lengthOf: (head) => HTTP2_HEADER + head.readUIntBE(0, 3),
    isRequest: (head) => head[3] === HTTP2_DATA && head.readUIntBE(0, 3) > 0,
  });
  return (bytes) => {
    const skipped = Math.min(preface, bytes.length);
    preface -= skipped;
    return count(bytes.subarray(skipped));
  };
}

/** Elasticsearch: HTTP/1.1, whose bodies have a length. */
export function http1Requests(): RequestCounter {
  let [body, head] = [0, ''];
  return (bytes) => {
    let requests = 0;
    let rest = bytes;
    while (rest.length > 0) {
      const skipped = Math.min(body, rest.length);
      body -= skipped;
      rest = rest.subarray(skipped);
      if (rest.length === 0) break;
      const before = head.length;
      head += rest.toString('latin1');
      const end = head.indexOf(HTTP1_HEAD_END);
      if (end === -1) break;
      const headLength = end + HTTP1_HEAD_END.length;
      body = Number(/\r\ncontent-length: *(\d+)/i.exec(head.slice(0, headLength))?.[1] ?? 0);
      rest = rest.subarray(headLength - before);
      head = '';
      requests += 1;
    }
    return requests;
  };
}

interface Framing {
  /** Bytes that tell the length of a frame. */
  readonly header: number;
  /** The whole length of a frame, its header included. */
  lengthOf(header: Buffer): number;
  isRequest(header: Buffer): boolean;
}

function frames({ header, lengthOf, isRequest }: Framing): RequestCounter {
  let head = NOTHING;
  let left = 0;
  return (bytes) => {
    let requests = 0;
    let rest = bytes;
    while (rest.length > 0) {
      if (left > 0) {
        const skipped = Math.min(left, rest.length);
        left -= skipped;
        rest = rest.subarray(skipped);
        continue;
      }
      const missing = header - head.length;
      head = Buffer.concat([head, rest.subarray(0, missing)]);
      rest = rest.subarray(missing);
      if (head.length < header) break;
      left = lengthOf(head) - header;
      if (isRequest(head)) requests += 1;
      head = NOTHING;
    }
    return requests;
  };
}
