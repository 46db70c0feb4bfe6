CREATE TABLE "events" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction" bigint NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"actor_id" uuid,
	"type" varchar(20) NOT NULL,
	"resource" varchar(30),
	"subject_id" varchar(50),
	"verb" varchar(50),
	"audience_before" jsonb,
	"audience_after" jsonb,
	"tab" varchar(64),
	"details" jsonb
);
--> statement-breakpoint
INSERT INTO "settings" ("name", "value") VALUES ('eventsEpoch', to_jsonb(gen_random_uuid()::text)) ON CONFLICT DO NOTHING;
