ALTER TABLE "webhooks" ADD COLUMN "taken_over_by" uuid;
--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "owner_left_at" timestamptz(3);
--> statement-breakpoint
ALTER TABLE "kiosks" ADD COLUMN "taken_over_by" uuid;
--> statement-breakpoint
ALTER TABLE "kiosks" ADD COLUMN "owner_left_at" timestamptz(3);
--> statement-breakpoint
ALTER TABLE "kiosks" ADD COLUMN "paused_at" timestamptz(3);
--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_taken_over_by_users_id_fk" FOREIGN KEY ("taken_over_by") REFERENCES "public"."users"("id") NOT VALID;
--> statement-breakpoint
ALTER TABLE "kiosks" ADD CONSTRAINT "kiosks_taken_over_by_users_id_fk" FOREIGN KEY ("taken_over_by") REFERENCES "public"."users"("id") NOT VALID;
--> statement-breakpoint
-- 50 and 200 rows at most: that takes no time.
ALTER TABLE "webhooks" VALIDATE CONSTRAINT "webhooks_taken_over_by_users_id_fk";
--> statement-breakpoint
ALTER TABLE "kiosks" VALIDATE CONSTRAINT "kiosks_taken_over_by_users_id_fk";
