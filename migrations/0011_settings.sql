CREATE TABLE "settings" (
	"name" varchar(50) PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
-- Until now an entry of the audit log told that the sample hotel was loaded.
INSERT INTO "settings" ("name", "value") SELECT 'sample', 'true'::jsonb WHERE EXISTS (SELECT FROM "audit_logs" WHERE "action" = 'sample.load');
