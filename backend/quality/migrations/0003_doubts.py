from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('quality', '0002_strangers'),
    ]

    operations = [
        migrations.AlterField(
            model_name='finding',
            name='kind',
            field=models.CharField(choices=[('broken_file', 'broken_file'), ('same_content', 'same_content'), ('near_duplicate', 'near_duplicate'), ('conflicting_labels', 'conflicting_labels'), ('split_leak', 'split_leak'), ('label_error', 'label_error'), ('label_missing', 'label_missing'), ('label_superfluous', 'label_superfluous'), ('region_mislabelled', 'region_mislabelled'), ('region_misplaced', 'region_misplaced'), ('region_missing', 'region_missing'), ('rare_label', 'rare_label'), ('turned', 'turned'), ('blurred', 'blurred'), ('too_dark', 'too_dark'), ('too_bright', 'too_bright'), ('odd_size', 'odd_size'), ('odd_ratio', 'odd_ratio'), ('outlier', 'outlier'), ('box_tiny', 'box_tiny'), ('box_outside', 'box_outside'), ('box_odd', 'box_odd'), ('box_twice', 'box_twice'), ('text_short', 'text_short'), ('text_long', 'text_long'), ('text_other_script', 'text_other_script'), ('text_garbled', 'text_garbled'), ('text_numbers', 'text_numbers'), ('sound_clipped', 'sound_clipped'), ('sound_silent', 'sound_silent'), ('odd_duration', 'odd_duration'), ('frames_unreadable', 'frames_unreadable'), ('column_missing', 'column_missing'), ('column_constant', 'column_constant'), ('column_leaks', 'column_leaks'), ('column_mixed', 'column_mixed'), ('rows_repeated', 'rows_repeated')], max_length=30),
        ),
    ]
