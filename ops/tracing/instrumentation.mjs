// Sends traces to an OpenTelemetry collector; docs/operations/monitoring.md says how to start the service with it.
import { argv, env } from 'node:process';
import { isMainThread } from 'node:worker_threads';

// The service's threads and helper processes read NODE_OPTIONS too, and have no spans.
const isService = /(?:src[/.]main\.(?:ts|mjs)|scripts[/\\]launch\.cjs)$/.test(argv[1] ?? '');
if (isMainThread && isService) {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { defaultResource, resourceFromAttributes } = await import('@opentelemetry/resources');
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  // The exporter reads OTEL_EXPORTER_OTLP_ENDPOINT and its like, the provider OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG.
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(
      // biome-ignore lint/style/noProcessEnv: no part of the service
      resourceFromAttributes({ 'service.name': env.OTEL_SERVICE_NAME ?? 'chatledger' }),
    ),
    // Spans of the last second before an exit are lost, since the service does not wait for a collector.
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(), { scheduledDelayMillis: 1_000 })],
  });
  provider.register();
}
